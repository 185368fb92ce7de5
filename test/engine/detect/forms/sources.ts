/** Sources and documents that are none of the structured types, and what lies between. */
import { type Forms, lines, pick, repeat } from "./form.ts";

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
  XML: {
    type: "text",
    of: (n) =>
      lines(
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<orders>",
        ...repeat(
          n,
          (i) =>
            `  <order id="${i}">\n    <name>user-${i}</name>\n    <state>${i % 2 ? "open" : "closed"}</state>\n  </order>`,
        ),
        "</orders>",
      ),
  },
  "pom.xml": {
    type: "text",
    of: (n) =>
      lines(
        '<project xmlns="http://maven.apache.org/POM/4.0.0">',
        "  <dependencies>",
        ...repeat(
          n,
          (i) =>
            `    <dependency>\n      <groupId>org.example</groupId>\n      <artifactId>part-${i}</artifactId>\n      <version>1.${i}</version>\n    </dependency>`,
        ),
        "  </dependencies>",
        "</project>",
      ),
  },
  SVG: {
    type: "text",
    of: (n) =>
      lines(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">',
        ...repeat(n, (i) => `  <path d="M${i} 0L10 ${i}" fill="#000"/>`),
        "</svg>",
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
  LaTeX: {
    type: "text",
    of: (n) =>
      lines(
        "\\documentclass{article}",
        "\\usepackage{amsmath}",
        "\\begin{document}",
        "\\section{One}",
        ...repeat(
          n,
          (i) =>
            `Some words about the ${pick(["door", "roof", "window"], i)} of house ${i}, with $x_{${i}}$.\n`,
        ),
        "\\end{document}",
      ),
  },
  "Markdown with front matter": {
    type: "text",
    of: (n) =>
      lines(
        "---",
        "title: A page",
        "date: 2026-03-14",
        "tags: [one, two]",
        "---",
        "",
        "# A page",
        "",
        ...repeat(
          n,
          (i) =>
            `The house number ${i} has a **door** and a [window](https://example.com/${i}) of its own.\n`,
        ),
      ),
  },
  "a list of Markdown": {
    type: "text",
    of: (n) =>
      lines(
        "# Things",
        "",
        ...repeat(
          n,
          (i) => `- [Thing ${i}](https://example.com/${i}) - a thing of ${pick(["wood", "stone"], i)}.`,
        ),
      ),
  },
  "tasks of Markdown": {
    type: "text",
    of: (n) => lines(...repeat(n, (i) => `- [${i % 2 ? "x" : " "}] do the thing number ${i}`)),
  },
  "a list of short names": {
    type: "text",
    of: (n) => lines(...repeat(n, (i) => `- thing ${i} of ${pick(["wood", "stone"], i)}`)),
  },
  "a letter with fields": {
    type: "text",
    of: () =>
      lines(
        "From: ann@example.com",
        "To: bob@example.com",
        "Subject: the door",
        "",
        "Dear Bob, the door is open again. Please come and look at it when you can.",
        "",
        "It has been open since Monday, and it rains in.",
        "",
        "Ann",
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
  hexdump: {
    type: "text",
    of: (n) =>
      lines(
        ...repeat(
          n,
          (i) =>
            `${(i * 16).toString(16).padStart(8, "0")}  7f 45 4c 46 02 01 01 ${(i % 90) + 10}  00 00 00 00 00 00 00 00  |.ELF............|`,
        ),
      ),
  },
  "man page": {
    type: "text",
    of: (n) =>
      lines(
        "SHOP(1)                     User Commands                    SHOP(1)",
        "",
        "NAME",
        "       shop - sell things",
        "",
        "OPTIONS",
        ...repeat(
          n,
          (i) =>
            `       -${String.fromCharCode(97 + (i % 26))}, --option-${i}\n              do the thing number ${i} before all others\n`,
        ),
      ),
  },
};
