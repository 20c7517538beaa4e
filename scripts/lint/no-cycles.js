// Lint rule: no circle of imports. Type-only imports do not count: they vanish before the program runs.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { workspaceOf } from './layers.js'

const importsByFile = new Map()
const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[\w*{}\s,$]+\s+from\s+)?['"](\.[^'"]+)['"]/gm

function resolveImport(from, source) {
  const base = path.resolve(path.dirname(from), source.replace(/\.js$/, ''))
  return [base, `${base}.ts`, `${base}.tsx`, path.join(base, 'index.ts')].find((file) => existsSync(file) && statSync(file).isFile())
}

function importsOf(file) {
  const modified = statSync(file).mtimeMs
  const known = importsByFile.get(file)
  if (known?.modified === modified) return known.imports
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(([, source]) => resolveImport(file, source)).filter(Boolean)
  importsByFile.set(file, { modified, imports })
  return imports
}

/** The shortest way from `start` back to `target`, or undefined. */
function wayBack(start, target) {
  const seen = new Set([start])
  const queue = [[start]]
  for (const way of queue) {
    for (const next of importsOf(way.at(-1))) {
      if (next === target) return [...way, next]
      if (!seen.has(next)) {
        seen.add(next)
        queue.push([...way, next])
      }
    }
  }
  return undefined
}

export const noCycles = {
  meta: { type: 'problem', schema: [], docs: { description: 'no circular imports' } },
  create(context) {
    const file = context.filename
    if (!workspaceOf(file) || !existsSync(file)) return {}
    const check = (node) => {
      const isType = (node.importKind ?? node.exportKind) === 'type'
      if (isType || !node.source?.value.startsWith('.')) return
      const target = resolveImport(file, node.source.value)
      const way = target && (target === file ? [file] : wayBack(target, file))
      if (way) context.report({ node, message: `Circular import: ${way.map((step) => path.basename(step)).join(' → ')}` })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check }
  },
}
