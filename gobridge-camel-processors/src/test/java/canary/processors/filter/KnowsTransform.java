package canary.processors.filter;

import canary.processors.transform.ParsesItself;

final class KnowsTransform {

    private final ParsesItself other = new ParsesItself();

    @Override
    public String toString() {
        return other.toString();
    }
}
