package io.gobridge.camel.processors;

import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The rules of the steps, for the packages below {@code root}: the real ones, or the canaries. */
record StepRules(String root) {

    String processors() {
        return root + ".processors";
    }

    Stream<ArchRule> all() {
        return Stream.of(stepsDoNotKnowEachOther(), stepsKnowTheComponentOnly(), stepsShareOneParse(), onlyTheBreakerCounts(),
                packagesSaySomething());
    }

    ArchRule stepsDoNotKnowEachOther() {
        return slices().matching(processors() + ".(*)..").should().notDependOnEachOther().as("steps do not know each other");
    }

    ArchRule stepsKnowTheComponentOnly() {
        return noClasses().that().resideInAPackage(processors() + "..").should()
                .dependOnClassesThat().resideInAnyPackage(root + ".outbox..", root + ".testkit..")
                .as("steps know nothing of ours but the component");
    }

    /** A payload of its own would be one more parse of a message. */
    ArchRule stepsShareOneParse() {
        return noClasses().that().resideInAPackage(processors() + "..").should().dependOnClassesThat(isAParser())
                .orShould().callMethodWhere(readsJson()).as("steps take JSON from the exchange");
    }

    ArchRule onlyTheBreakerCounts() {
        return noClasses().that().resideInAPackage(processors() + "..").and()
                .resideOutsideOfPackage(processors() + ".circuitbreaker..").should().dependOnClassesThat()
                .resideInAPackage("io.github.resilience4j..").as("only the circuit breaker knows Resilience4j");
    }

    ArchRule packagesSaySomething() {
        return noClasses().should()
                .resideInAnyPackage("..util..", "..common..", "..helper..", "..impl..", "..manager..", "..misc..")
                .as("packages say something");
    }

    private static DescribedPredicate<JavaClass> isAParser() {
        return DescribedPredicate.describe("read or write JSON",
                type -> type.getPackageName().startsWith("com.fasterxml.jackson"));
    }

    private static DescribedPredicate<JavaMethodCall> readsJson() {
        return DescribedPredicate.describe("it reads JSON", call -> Set.of("JsonTree.read", "JsonPayload.of")
                .contains(call.getTargetOwner().getSimpleName() + '.' + call.getName()));
    }
}
