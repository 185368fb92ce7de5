#!/usr/bin/env node
// caveman-mcp launcher: fetches, verifies and becomes the executable of this name.
import { main } from "../lib/main.mjs";

await main("caveman-mcp-proxy");
