// The sign-in screen inside the built page.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { inRoot } from './sources.mjs'

/** Puts the sign-in screen into the page built in `out`, so that it is painted before the bundle has come (ui guide §13). */
export async function addSignIn(out) {
  const vite = await import('vite')
  const folder = `${out}-previa`
  try {
    const output = { entryFileNames: 'prerender.mjs' }
    const build = { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, reportCompressedSize: false, rolldownOptions: { output } }
    await vite.build({ root: inRoot('apps/web'), logLevel: 'warn', build, ssr: { noExternal: true } })
    const { prerenderSignIn } = await import(pathToFileURL(path.join(folder, 'prerender.mjs')).href)
    const file = path.join(out, 'index.html')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('<div id="root"></div>', () => `<div id="root">${inert(prerenderSignIn())}</div>`),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Seen, but neither reached nor typed into; style attributes, which the content policy refuses, become rules of one <style>. */
function inert(html) {
  const rules = []
  const body = html
    .replace(/ style="([^"]*)"/g, (_, style) => {
      rules.push(`[data-previa="${rules.length}"]{${style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')}}`)
      return ` data-previa="${rules.length - 1}"`
    })
    .replace(/<input /g, '<input readonly ')
    .replaceAll(' autofocus=""', '')
  return `<div class="previa" aria-hidden="true" inert><style nonce="__NONCE__">${rules.join('')}</style>${body}</div>`
}
