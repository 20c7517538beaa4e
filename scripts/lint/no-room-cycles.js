// Lint rule: features of the API, and the rooms of a feature, depend on each other in no circle. Types count: who needs them reads both.
import path from 'node:path'

import { sourceOf } from './boundaries.js'
import { isTestFile, placeOf, roomOf, wayBetween } from './rooms.js'

export const noRoomCycles = {
  meta: { type: 'problem', schema: [], docs: { description: 'no circle of features' } },
  create(context) {
    const file = context.filename
    const from = roomOf(file)
    if (from === undefined || isTestFile(file)) return {}
    const check = (node) => {
      const source = sourceOf(node)
      if (!source?.startsWith('.')) return
      const to = roomOf(path.resolve(path.dirname(file), source))
      if (to === undefined || to === from) return
      const way = wayBetween(placeOf(file).api, to, from)
      if (way) context.report({ node, message: `Circle of features: ${[from, ...way].join(' → ')}.` })
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
