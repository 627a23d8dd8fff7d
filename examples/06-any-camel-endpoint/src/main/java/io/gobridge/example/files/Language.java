package io.gobridge.example.files;

import org.apache.camel.main.Main;

/** The languages in which the bridges are written. */
enum Language {

    YAML {
        @Override
        void addRoutes(Main main) {
            main.configure().setRoutesIncludePattern("classpath:routes/files.yaml");
        }
    },
    XML {
        @Override
        void addRoutes(Main main) {
            main.configure().setRoutesIncludePattern("classpath:routes/files.xml");
        }
    },
    JAVA {
        @Override
        void addRoutes(Main main) {
            main.configure().addRoutesBuilder(new FileRoutes());
        }
    };

    abstract void addRoutes(Main main);
}
