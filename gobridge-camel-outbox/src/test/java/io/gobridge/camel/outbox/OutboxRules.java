package io.gobridge.camel.outbox;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

/** The rules of the outbox, for the packages below {@code root}: the real ones, or the canaries. */
record OutboxRules(String root) {

    /** Who may import whom; the outbox itself may import them all, and none of them imports it. */
    private static final Map<String, Set<String>> IMPORTS = Map.of(
            "drain", Set.of("store", "lease", "record", "observe"),
            "store", Set.of("record", "lease"),
            "lease", Set.of("observe"),
            "record", Set.of(),
            "observe", Set.of());

    Stream<ArchRule> importsGoTheAllowedWay() {
        return IMPORTS.keySet().stream().sorted().map(this::importsOf);
    }

    private ArchRule importsOf(String name) {
        String[] allowed = Stream.concat(Stream.of(name), IMPORTS.get(name).stream().sorted()).map(this::below)
                .toArray(String[]::new);
        return classes().that().resideInAPackage(below(name)).should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(root + "..").or(resideInAnyPackage(allowed)))
                .as(name + " imports of the outbox only " + IMPORTS.get(name).stream().sorted().toList())
                .allowEmptyShould(true);
    }

    private String below(String name) {
        return root + "." + name + "..";
    }
}
