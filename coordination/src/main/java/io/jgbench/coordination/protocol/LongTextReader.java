package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;

/** Puts each text on the shelf that the reader has as the attribute {@code TextShelf.class}, if it has one. */
final class LongTextReader extends StdDeserializer<LongText> {
    private static final long serialVersionUID = 1L;

    LongTextReader() {
        super(LongText.class);
    }

    @Override
    public LongText deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            return (LongText) context.handleUnexpectedToken(LongText.class, json);
        }
        String text = json.getText();
        return context.getAttribute(TextShelf.class) instanceof TextShelf shelf ? shelf.keep(text) : LongText.of(text);
    }
}
