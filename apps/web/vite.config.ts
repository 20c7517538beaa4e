import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { groups } from './chunks.ts'
import { MARK_BOX, MARK_PATH } from './src/components/brand/mark-path.ts'

const here = import.meta.dirname
const MARK = `<svg viewBox="0 0 ${MARK_BOX.width} ${MARK_BOX.height}" data-marca aria-hidden="true" focusable="false"><path fill-rule="evenodd" d="${MARK_PATH}"/></svg>`
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14539e"/><path transform="translate(6.6 4.4) scale(.737)" fill="#fff" fill-rule="evenodd" d="${MARK_PATH}"/></svg>`

/** The boot scripts go into the page itself: an old browser must not depend on a second request, and CSP knows them by hash. */
const inlineBoot = (html: string) =>
  html.replace(
    /<script src="(boot\/[\w-]+\.js)"><\/script>/g,
    (_, file: string) => `<script>\n${readFileSync(path.join(here, file), 'utf8')}</script>`,
  )

/** In development the settings are those of the API that answers behind the proxy. */
async function settingsOf(api: string) {
  const page = await fetch(`${api}/`).then((answer) => answer.text())
  return /<script type="application\/json" id="ajustes">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '{}'
}

/** Puts marks and boot scripts into index.html; in the build, hands the entry to the probe instead of loading it (O-94). */
function page(api: string): Plugin {
  let isBuild = false
  return {
    name: 'yupana-page',
    configResolved: (config) => void (isBuild = config.command === 'build'),
    configureServer: (server) =>
      void server.middlewares.use('/favicon.svg', (_request, response) => response.setHeader('Content-Type', 'image/svg+xml').end(FAVICON)),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const marked = inlineBoot(html).replaceAll('__MARCA__', MARK)
        return isBuild ? marked : marked.replaceAll('__PRODUCTO__', 'Yupana').replace('__AJUSTES__', await settingsOf(api))
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: FAVICON })
    },
  }
}

function deferredEntry(): Plugin {
  return {
    name: 'yupana-deferred-entry',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => file.endsWith('.woff2'))
        const preload = font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />` : ''
        let entry = ''
        const withoutEntry = html.replace(/\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/, (_, src: string) => {
          entry = src
          return `\n    <link rel="modulepreload" crossorigin href="${src}" />`
        })
        return withoutEntry
          .replace('</title>', `</title>\n    ${preload}`)
          .replace('<div id="root">', `<div id="entrada" data-src="${entry}" hidden></div>\n    <div id="root">`)
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          if (!/^assets\/.*\.(js|css|svg)$/.test(name)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(source, { level: 9 }) })
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: brotliCompressSync(source) })
        }
      },
    },
  }
}

/** Leaves out what a call says of itself for the documentation of the API: the page never shows it. */
function withoutSummaries(): Plugin {
  return {
    name: 'yupana-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/[\w.-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(/\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`),?/g, ''), map: null }),
    },
  }
}

const api = process.env.API_DESARROLLO ?? 'http://localhost:8080'

export default defineConfig(({ isSsrBuild }) => ({
  root: here,
  html: { cspNonce: '__NONCE__' },
  plugins: [react(), page(api), withoutSummaries(), deferredEntry()],
  server: { proxy: { [`/${process.env.SEGMENTO ?? 'app'}`]: api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Must agree with what boot/probe.js asks for.
    target: ['chrome99', 'edge99', 'firefox97', 'safari15.4'],
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups } } } }),
  },
}))
