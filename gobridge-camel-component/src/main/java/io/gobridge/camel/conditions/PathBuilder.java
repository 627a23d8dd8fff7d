package io.gobridge.camel.conditions;

import java.util.ArrayList;
import java.util.List;

/** Collects the steps of a path. Not thread-safe. */
final class PathBuilder {

    private final List<Field.Step> steps = new ArrayList<>();

    void key(String name) {
        steps.add(new Field.Key(name));
    }

    void index(int position) {
        steps.add(new Field.Index(position));
    }

    Field.Path build() {
        return new Field.Path(steps);
    }
}
