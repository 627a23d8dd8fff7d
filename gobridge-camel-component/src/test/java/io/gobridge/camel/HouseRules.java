package io.gobridge.camel;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/** The first four rules of the house, for the packages below {@code root}: the real ones, or the canaries. */
record HouseRules(String root) {

    private static final String TRANSPORT = "transport";

    /** Who may import whom, names below the root. A package that is missing here may import nothing of ours. */
    private static final Map<String, Set<String>> IMPORTS = Map.ofEntries(
            Map.entry("topic", Set.of("dispatch", "conditions", "delivery", "envelope", "failure")),
            Map.entry("observe", Set.of("deadletter", "delivery", "envelope", "failure")),
            Map.entry("exchange", Set.of("delivery", "deadletter", "envelope", "failure")),
            Map.entry("dispatch", Set.of("routing", TRANSPORT, "delivery", "envelope", "failure")),
            Map.entry(TRANSPORT, Set.of("delivery", "envelope", "failure")),
            Map.entry("routing", Set.of("conditions", "envelope", "failure")),
            Map.entry("conditions", Set.of("json", "envelope", "failure")),
            Map.entry("json", Set.of()),
            Map.entry("delivery", Set.of("envelope", "failure")),
            Map.entry("deadletter", Set.of("envelope", "failure")),
            Map.entry("envelope", Set.of()),
            Map.entry("failure", Set.of()));

    private static final List<String> WITHOUT_CAMEL = List.of(
            "envelope", "failure", "json", "conditions", "deadletter", "delivery", "routing");

    /** The packages of each broker's SDK and of its Camel component, by the transport that they belong to. */
    private static final Map<String, String[]> SDKS = Map.of(
            "mqtt", new String[] { "org.eclipse.paho..", "org.apache.camel.component.paho.." },
            "amqp091",
            new String[] { "com.rabbitmq..", "org.springframework.amqp..", "org.apache.camel.component.springrabbit.." },
            "amqp10",
            new String[] {
                    "org.apache.qpid..", "jakarta.jms..", "org.springframework.jms..", "org.apache.camel.component.jms..",
                    "org.apache.camel.component.amqp.." },
            "sqs", new String[] { "software.amazon..", "org.apache.camel.component.aws2.." },
            "servicebus", new String[] { "com.azure..", "org.apache.camel.component.azure.." },
            "http", new String[] { "org.apache.hc..", "org.apache.camel.component.http.." });

    private static final Set<String> MEANINGLESS = Set.of(
            "util", "utils", "common", "helper", "helpers", "impl", "manager", "managers", "misc");

    private static final Set<String> CAMEL_HOSTS = Set.of(
            "org.apache.camel.Component", "org.apache.camel.Endpoint", "org.apache.camel.Consumer",
            "org.apache.camel.Producer");

    /** Rule 1, first half. */
    ArchRule noCycles() {
        return slices().assignedFrom(byPackage()).should().beFreeOfCycles().allowEmptyShould(true);
    }

    /** Rule 1, second half. */
    ArchRule importsGoTheAllowedWay() {
        return classes().that().resideInAPackage(root + "..").should(importOnlyWhatItsPackageMay())
                .allowEmptyShould(true);
    }

    /** Rule 2. */
    ArchRule noCamelInPlainPackages() {
        return noClasses().that().resideInAnyPackage(WITHOUT_CAMEL.stream().map(this::below).toArray(String[]::new))
                .should().dependOnClassesThat().resideInAPackage("org.apache.camel..").allowEmptyShould(true);
    }

    /** Rule 3, one rule for each broker. */
    Stream<ArchRule> sdksStayInTheirTransport() {
        return SDKS.entrySet().stream().map(sdk -> noClasses().that().resideInAPackage(root + "..")
                .and().resideOutsideOfPackage(below(TRANSPORT + "." + sdk.getKey()))
                .should().dependOnClassesThat().resideInAnyPackage(sdk.getValue()).allowEmptyShould(true));
    }

    /** Rule 4, first half. */
    ArchRule packagesSaySomething() {
        return noClasses().that().resideInAPackage(root + "..").should(liveInAMeaninglessPackage())
                .allowEmptyShould(true);
    }

    /** Rule 4, second half: what others need from a transport is its Transport, or a class that Camel loads. */
    ArchRule transportsKeepTheirPartsPrivate() {
        return classes().that().resideInAPackage(root + "." + TRANSPORT + ".*..").and().arePublic().and()
                .areTopLevelClasses().should().beAssignableTo(isADoor()).allowEmptyShould(true);
    }

    private String below(String name) {
        return root + "." + name + "..";
    }

    private SliceAssignment byPackage() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isOurs(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "the packages of " + root;
            }
        };
    }

    private ArchCondition<JavaClass> importOnlyWhatItsPackageMay() {
        return new ArchCondition<>("import only what its package may") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (isOurs(target) && !mayImport(name(type), name(target))) {
                        events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static boolean mayImport(String from, String to) {
        if (from.isEmpty() || from.equals(to)) {
            return true;
        }
        return allowed(from).contains(to);
    }

    private static Set<String> allowed(String from) {
        if (!from.startsWith(TRANSPORT + ".")) {
            return IMPORTS.getOrDefault(from, Set.of());
        }
        Set<String> allowed = new HashSet<>(IMPORTS.get(TRANSPORT));
        allowed.add(TRANSPORT);
        if (from.equals(TRANSPORT + ".camel")) {
            allowed.add("exchange");
        }
        return allowed;
    }

    private static ArchCondition<JavaClass> liveInAMeaninglessPackage() {
        return new ArchCondition<>("live in a package whose name says nothing") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Set<String> names = Stream.of(type.getPackageName().split("\\.", -1)).collect(Collectors.toSet());
                names.retainAll(MEANINGLESS);
                events.add(new SimpleConditionEvent(type, !names.isEmpty(), type.getName() + " lives in " + names));
            }
        };
    }

    private DescribedPredicate<JavaClass> isADoor() {
        String transport = root + "." + TRANSPORT + ".Transport";
        DescribedPredicate<JavaClass> door = assignableTo(transport);
        for (String host : CAMEL_HOSTS) {
            door = door.or(assignableTo(host)).or(returnedBy(host));
        }
        return door.or(isGenerated()).as("a Transport, one of Camel's host classes, or what one of these gives to users");
    }

    /** What a public method of a host class returns is there to be used with it. */
    private static DescribedPredicate<JavaClass> returnedBy(String host) {
        return DescribedPredicate.describe("returned by a " + host,
                type -> type.getPackage().getClasses().stream().filter(owner -> owner.isAssignableTo(host))
                        .flatMap(owner -> owner.getMethods().stream())
                        .anyMatch(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                && method.getRawReturnType().equals(type)));
    }

    /** Camel's plugin makes these, and Camel loads them by name. */
    private static DescribedPredicate<JavaClass> isGenerated() {
        return DescribedPredicate.describe("generated", type -> type.getSimpleName().endsWith("Configurer")
                || type.getSimpleName().endsWith("UriFactory"));
    }

    private boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private String name(JavaClass type) {
        String full = type.getPackageName();
        return full.equals(root) ? "" : full.substring(root.length() + 1);
    }
}
