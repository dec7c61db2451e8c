package io.jgbench.api.generate;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;

/** Compiles and evaluates rules as the API server does, with those of its own functions that our rules use. */
final class CelRules {
    private final CelCompiler compiler = CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("self", SimpleType.DYN)
            .addVar("oldSelf", SimpleType.DYN)
            .setResultType(SimpleType.BOOL)
            .addFunctionDeclarations(
                    CelFunctionDecl.newFunctionDeclaration(
                            "quantity",
                            CelOverloadDecl.newGlobalOverload("string_to_quantity", SimpleType.DYN, SimpleType.STRING)),
                    CelFunctionDecl.newFunctionDeclaration(
                            "compareTo",
                            CelOverloadDecl.newMemberOverload(
                                    "quantity_compare_to", SimpleType.INT, SimpleType.DYN, SimpleType.DYN)),
                    CelFunctionDecl.newFunctionDeclaration(
                            "asInteger",
                            CelOverloadDecl.newMemberOverload("quantity_as_integer", SimpleType.INT, SimpleType.DYN)))
            .build();

    private final CelRuntime runtime = CelRuntimeFactory.plannerRuntimeBuilder()
            .addFunctionBindings(
                    CelFunctionBinding.from(
                            "string_to_quantity",
                            String.class,
                            text -> Quantity.getAmountInBytes(new Quantity(text))
                                    .doubleValue()),
                    CelFunctionBinding.from("quantity_compare_to", Double.class, Double.class, (a, b) ->
                            (long) BigDecimal.valueOf(a).compareTo(BigDecimal.valueOf(b))),
                    CelFunctionBinding.from("quantity_as_integer", Double.class, Double::longValue))
            .build();

    boolean holds(String rule, Object self, Object oldSelf) throws CelValidationException, CelEvaluationException {
        var program = runtime.createProgram(compiler.compile(rule).getAst());
        return (Boolean) program.eval(Map.of("self", self, "oldSelf", oldSelf));
    }
}
