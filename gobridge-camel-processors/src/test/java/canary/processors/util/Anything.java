package canary.processors.util;

final class Anything {
}
