package io.gobridge.camel.processors;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** A step knows the component, and no other step. */
class StepArchitectureTest {

    private static final String ROOT = "io.gobridge.camel.processors";

    private static final JavaClasses STEPS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);

    @Test
    void shouldKeepStepsApart() {
        slices().matching(ROOT + ".(*)..").should().notDependOnEachOther().check(STEPS);
    }

    @Test
    void shouldKnowResilience4jInTheBreakerOnly() {
        noClasses().that().resideOutsideOfPackage(ROOT + ".circuitbreaker..").should().dependOnClassesThat()
                .resideInAPackage("io.github.resilience4j..").check(STEPS);
    }
}
