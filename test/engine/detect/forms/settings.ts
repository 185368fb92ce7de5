/** Configuration: maps and documents of YAML, TOML, INI, .env, .properties. */
import { type Forms, lines, pick, repeat } from "./form.ts";

export const SETTINGS: Forms = {
  "docker compose": {
    type: "config",
    of: (n) =>
      lines(
        "services:",
        ...repeat(n, (i) =>
          [
            `  web-${i}:`,
            `    image: example.com/web:1.${i % 3}`,
            "    restart: always",
            "    ports:",
            `      - "${8000 + i}:80"`,
            "    environment:",
            `      - MODE=${i % 2 ? "prod" : "dev"}`,
          ].join("\n"),
        ),
        "volumes:",
        "  data: {}",
      ),
  },
  "workflow of GitHub": {
    type: "config",
    of: (n) =>
      lines(
        "name: ci",
        "on: [push]",
        "jobs:",
        ...repeat(n, (i) =>
          [
            `  test-${i}:`,
            "    runs-on: ubuntu-latest",
            "    steps:",
            "      - uses: actions/checkout@v4",
            "      - name: Run",
            "        run: |",
            "          npm ci",
            `          npm test -- --part ${i}`,
          ].join("\n"),
        ),
      ),
  },
  "documents of Kubernetes": {
    type: "config",
    of: (n) =>
      lines(
        ...repeat(n, (i) =>
          [
            "---",
            "apiVersion: v1",
            `kind: ${i % 3 ? "Service" : "ConfigMap"}`,
            "metadata:",
            `  name: part-${i}`,
            "spec:",
            `  port: ${8000 + i}`,
          ].join("\n"),
        ),
      ),
  },
  "a list of Kubernetes": {
    type: "config",
    of: (n) =>
      lines(
        "apiVersion: v1",
        "items:",
        ...repeat(n, (i) =>
          [
            "- apiVersion: v1",
            "  kind: Pod",
            "  metadata:",
            `    name: api-${i}`,
            "    namespace: prod",
            "  status:",
            `    phase: ${i % 5 ? "Running" : "Failed"}`,
          ].join("\n"),
        ),
        "kind: List",
        "metadata:",
        '  resourceVersion: ""',
      ),
  },
  "a playbook of Ansible": {
    type: "config",
    of: (n) =>
      lines(
        "- hosts: web",
        "  become: true",
        "  tasks:",
        ...repeat(n, (i) =>
          [
            `    - name: Install package ${i}`,
            "      apt:",
            `        name: package-${i}`,
            "        state: present",
            "      when: ansible_os_family == 'Debian'",
          ].join("\n"),
        ),
      ),
  },
  OpenAPI: {
    type: "config",
    of: (n) =>
      lines(
        "openapi: 3.0.3",
        "info:",
        "  title: Shop",
        "  version: 1.0.0",
        "paths:",
        ...repeat(n, (i) =>
          [
            `  /things-${i}/{id}:`,
            "    get:",
            `      summary: Returns thing ${i}.`,
            "      responses:",
            "        '200':",
            "          description: The thing.",
          ].join("\n"),
        ),
      ),
  },
  "arrays of tables of TOML": {
    type: "config",
    of: (n) =>
      lines(
        "version = 3",
        "",
        ...repeat(
          n,
          (i) => `[[package]]\nname = "crate-${i}"\nversion = "1.${i}.0"\ndependencies = [\n "serde",\n]\n`,
        ),
      ),
  },
  INI: {
    type: "config",
    of: (n) =>
      lines(...repeat(n, (i) => `[program:web-${i}]\ncommand=/usr/bin/web --part ${i}\nautostart=true\n`)),
  },
  ".env": {
    type: "config",
    of: (n) =>
      lines(
        "# settings",
        ...repeat(n, (i) => `SHOP_PART_${i}=value-${i}`),
        'GREETING="hello there"',
        "EMPTY=",
      ),
  },
  ".properties": {
    type: "config",
    of: (n) =>
      lines(
        "# settings",
        ...repeat(n, (i) => `shop.part.${i}.url=http://example.com/${i}`),
        "shop.name: door",
      ),
  },
  ".properties that go on in the next line": {
    type: "config",
    of: (n) =>
      lines(
        "! settings",
        ...repeat(n, (i) => `shop.list.${i}=one,\\\n    two,\\\n    three`),
        "shop.name=door",
      ),
  },
  editorconfig: {
    type: "config",
    of: (n) =>
      lines(
        "root = true",
        "",
        ...repeat(
          n,
          (i) => `[*.${pick(["ts", "md", "py"], i)}${i}]\nindent_style = space\nindent_size = ${i % 4}\n`,
        ),
      ),
  },
  "unit of systemd": {
    type: "config",
    of: (n) =>
      lines(
        "[Unit]",
        "Description=The shop",
        "After=network.target",
        "",
        "[Service]",
        ...repeat(n, (i) => `Environment=PART_${i}=value`),
        "ExecStart=/usr/bin/shop",
        "",
        "[Install]",
        "WantedBy=multi-user.target",
      ),
  },
};
