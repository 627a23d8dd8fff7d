package io.gobridge.example.tenants;

import org.apache.camel.main.Main;

/** The languages in which the bridge is written. */
enum Language {

    YAML {
        @Override
        void addRoutes(Main main) {
            main.configure().setRoutesIncludePattern("classpath:routes/orders.yaml");
        }
    },
    JAVA {
        @Override
        void addRoutes(Main main) {
            main.configure().addRoutesBuilder(new OrderRoutes());
        }
    };

    abstract void addRoutes(Main main);
}
