/** Sources that are no programs, and rows in the words of SQL. */
import { type Forms, lines, repeat } from "./form.ts";

export const SOURCES: Forms = {
  Makefile: {
    type: "text",
    of: (n) =>
      lines(
        "CC = gcc",
        "CFLAGS := -O2",
        "",
        ".PHONY: all clean",
        "all: shop",
        "",
        ...repeat(n, (i) => `part-${i}.o: part-${i}.c part-${i}.h\n\t$(CC) $(CFLAGS) -c -o $@ $<\n`),
        "clean:",
        "\trm -f *.o",
      ),
  },
  Dockerfile: {
    type: "text",
    of: (n) =>
      lines(
        "FROM node:20-slim AS build",
        "WORKDIR /app",
        "COPY package.json ./",
        "RUN npm ci && \\",
        "    npm cache clean",
        ...repeat(n, (i) => `COPY part-${i} ./part-${i}`),
        "ENV PORT=3000",
        "EXPOSE 3000",
        'CMD ["node", "server.js"]',
      ),
  },
  "SQL dump": {
    type: "text",
    of: (n) =>
      lines(
        "-- MySQL dump 10.13",
        "DROP TABLE IF EXISTS `orders`;",
        "CREATE TABLE `orders` (",
        "  `id` int NOT NULL AUTO_INCREMENT,",
        "  `name` varchar(40) DEFAULT NULL,",
        "  PRIMARY KEY (`id`)",
        ") ENGINE=InnoDB;",
        "LOCK TABLES `orders` WRITE;",
        ...repeat(
          n,
          (i) => `INSERT INTO \`orders\` VALUES (${i},'user-${i}','${i % 2 ? "open" : "closed"}');`,
        ),
        "UNLOCK TABLES;",
      ),
  },
  "rows of SQL": {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `INSERT INTO "table"(id,name,state) VALUES(${i},'user-${i}','${i % 2 ? "open" : "closed"}');`,
        ),
      ),
  },
  SQL: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) => `SELECT id, name\nFROM orders_${i}\nWHERE state = 'open'\n  AND amount > ${i};\n`,
        ),
      ),
  },
  CSS: {
    type: "code",
    of: (n) =>
      lines(
        '@charset "utf-8";',
        ":root {",
        "  --gap: 4px;",
        "}",
        ...repeat(n, (i) => `.part-${i} > a:hover {\n  color: #${100 + i};\n  margin: 0 ${i}px;\n}\n`),
      ),
  },
  HCL: {
    type: "code",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `resource "aws_instance" "web_${i}" {\n  ami           = "ami-${i}"\n  instance_type = "t3.micro"\n  tags = {\n    Name = "web-${i}"\n  }\n}\n`,
        ),
      ),
  },
  "nginx.conf": {
    type: "code",
    of: (n) =>
      lines(
        "worker_processes 4;",
        "http {",
        ...repeat(
          n,
          (i) =>
            `  server {\n    listen 80;\n    server_name web-${i}.example.com;\n    location / {\n      proxy_pass http://10.0.0.${i};\n    }\n  }`,
        ),
        "}",
      ),
  },
  protobuf: {
    type: "code",
    of: (n) =>
      lines(
        'syntax = "proto3";',
        "package shop;",
        ...repeat(n, (i) => `message Part${i} {\n  string name = 1;\n  int64 amount = 2;\n}\n`),
      ),
  },
  GraphQL: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(n, (i) => `type Part${i} {\n  id: ID!\n  name: String\n  parts(first: Int): [Part!]!\n}\n`),
      ),
  },
};
