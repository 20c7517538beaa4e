// Lint rule: imports follow the arrows of docs/architecture.md.
import path from 'node:path'

import { allowedPackages, root, toPosix, webLayers, workspaceOf } from './layers.js'
import { isDoor, isRoutes, isTestFile, placeOf, roomOf } from './rooms.js'

function packageProblem(workspace, source) {
  if (!source.startsWith('@yupana/')) return undefined
  const [scope, name, ...rest] = source.split('/')
  if (rest.length > 0) return `Import ${scope}/${name} by its public door, not ${source}.`
  if (allowedPackages[workspace].includes(source)) return undefined
  return `${workspace} may not import ${source}.`
}

/** Parts of the API that put features together; they may import routes too. */
const isComposition = ({ zone, parts }) => zone === 'harness' || parts.length === 1 || ['jobs', 'testing', 'commands'].includes(parts[0])

function apiProblem(filename, target) {
  const [from, to] = [placeOf(filename), placeOf(target)]
  if (from.zone === 'src' && to.zone === 'harness') return 'What serves users imports nothing of the harness.'
  const [own, room] = [roomOf(filename), roomOf(target)]
  if (room === undefined || own === room || isTestFile(filename)) return undefined
  if (own === undefined && !isComposition(from)) return `${from.parts[0]} may not import a feature.`
  if (isDoor(target) || (own === undefined && isRoutes(target))) return undefined
  return `What is in ${room} is reached through ${room}/${path.basename(room)}.door.ts.`
}

function webProblem(fromParts, toParts) {
  const from = webLayers.indexOf(fromParts[0])
  const to = webLayers.indexOf(toParts[0])
  if (from < 0 || to < 0) return undefined
  if (to < from) return `${webLayers[from]} may not import ${webLayers[to]}.`
  if (fromParts[0] === 'features' && toParts[0] === 'features' && fromParts[1] !== toParts[1])
    return 'A feature never imports a feature: what two need goes to domain.'
  return undefined
}

function relativeProblem(workspace, filename, source) {
  const target = path.resolve(path.dirname(filename), source)
  const inside = workspaceOf(`${target}/`)
  if (inside !== workspace) return `${workspace} may not reach outside itself by a relative path.`
  const src = path.join(root, workspace, 'src')
  const fromParts = toPosix(path.relative(src, filename)).split('/')
  const toParts = toPosix(path.relative(src, target)).split('/')
  if (workspace === 'apps/api') return apiProblem(toPosix(filename), toPosix(target))
  if (workspace === 'apps/web') return webProblem(fromParts, toParts)
  return undefined
}

/** The text of what is imported, also from a template without places and from a type. */
export function sourceOf({ source, argument }) {
  const node = source ?? argument?.literal ?? argument
  if (node?.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined
  return typeof node?.value === 'string' ? node.value : undefined
}

export const boundaries = {
  meta: { type: 'problem', schema: [], docs: { description: 'imports follow the arrows of docs/architecture.md' } },
  create(context) {
    const workspace = workspaceOf(context.filename)
    if (!workspace) return {}
    const check = (node) => {
      const source = sourceOf(node)
      if (source === undefined) return
      const problem = source.startsWith('.') ? relativeProblem(workspace, context.filename, source) : packageProblem(workspace, source)
      if (problem) context.report({ node, message: problem })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}
