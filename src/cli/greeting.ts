/** What a person reads who starts the bare server on a terminal. */

export const GREETING = `This is caveman-mcp, an MCP server: it speaks JSON on stdin and stdout, and an agent starts it.
Register it with your agent, for example:
  {"mcpServers": {"caveman": {"command": "/path/to/caveman-mcp"}}}
For use by hand: caveman-mcp help. Leave with Ctrl-D.
`;
