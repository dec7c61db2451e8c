package io.jgbench.report.html;

/** The file that a page is written to where nobody names another one. */
public final class PageFile {
    /** Its name, in the folder of the results that it is made of. */
    public static final String NAME = "report.html";

    private PageFile() {}
}
