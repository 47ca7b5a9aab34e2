import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8080"; // where `fimbul serve` listens while the page is being written

export default defineConfig({
  base: "./", // a proxy may serve the page under a path of its own
  plugins: [svelte()],
  build: {
    outDir: "../src/fimbul/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict policy allows no data: in fonts or scripts
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/live"].map((path) => [
        path,
        { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
      ]),
    ),
  },
  test: { include: ["tests/**/*.test.ts"] },
});
