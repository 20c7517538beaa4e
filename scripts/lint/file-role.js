// Lint rule: the suffix of a file of a feature says what it is.
import path from 'node:path'

import { isDoor, isTestFile, roomOf } from './rooms.js'

/** What a service decides with or holds. */
const HOLDS = /\b(Tx|Db|Deps|pg)\b/

/** What is no door: its own code, another room's, everything of a file under no name. */
function doorProblem(statement, file) {
  if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration') {
    if (!statement.source) return 'A door has no code of its own: it names what others may use.'
    if (statement.type === 'ExportAllDeclaration' && !statement.exported) return 'A door names what others may use, one by one.'
    const target = path.resolve(path.dirname(file), statement.source.value)
    return statement.source.value.startsWith('.') && roomOf(target) === roomOf(file)
      ? undefined
      : 'A door offers what stands in its own folder.'
  }
  return 'A door has no code of its own: it names what others may use.'
}

export const fileRole = {
  meta: { type: 'problem', schema: [], docs: { description: 'a suffix says what a file is' } },
  create(context) {
    const file = context.filename
    const room = roomOf(file)
    if (room === undefined || isTestFile(file)) return {}
    const reexport = (node) => {
      if (node.source && !isDoor(file))
        context.report({ node, message: 'What is passed on is named in the door of the folder, and nowhere else.' })
    }
    return {
      Program(program) {
        if (isDoor(file)) {
          if (path.basename(file) !== `${path.basename(room)}.door.ts`)
            context.report({ node: program, message: `The door of this folder is ${path.basename(room)}.door.ts.` })
          for (const node of program.body) {
            const message = doorProblem(node, file)
            if (message) context.report({ node, message })
          }
        }
        if (file.endsWith('.service.ts') && !HOLDS.test(context.sourceCode.text))
          context.report({
            node: program,
            message: 'A service decides with a transaction, a database or the dependencies: what is pure goes without the suffix.',
          })
      },
      ExportNamedDeclaration: reexport,
      ExportAllDeclaration: reexport,
    }
  },
}
