// Lint rule: what a user may see is made in apps/api/src/errors.ts, the catalogue of errors.
//
// Seen: an AppError made, given another name, or a class derived from it, elsewhere. Not seen: sentences handed to an entry of the catalogue
// (`errors.field`, `errors.invalid`), problems of a form's fields, which the rules of each form write beside the rule, and an answer sent by
// hand (`reply.send`).
import { isTestFile, placeOf } from './rooms.js'

const MESSAGE = 'An error that a user may see is an entry of apps/api/src/errors.ts.'

export const errorCatalogue = {
  meta: { type: 'problem', schema: [], docs: { description: 'errors of users are in the catalogue' } },
  create(context) {
    const place = placeOf(context.filename)
    if (!place || isTestFile(context.filename) || [place.zone, ...place.parts].join('/') === 'src/errors.ts') return {}
    const isAppError = (node) => node?.name === 'AppError' || node?.property?.name === 'AppError'
    const derived = (node) => isAppError(node.superClass) && context.report({ node, message: MESSAGE })
    return {
      NewExpression: (node) => isAppError(node.callee) && context.report({ node, message: MESSAGE }),
      ImportSpecifier: (node) =>
        node.imported.name === 'AppError' && node.local.name !== 'AppError' && context.report({ node, message: MESSAGE }),
      VariableDeclarator: (node) => isAppError(node.init) && context.report({ node, message: MESSAGE }),
      ClassDeclaration: derived,
      ClassExpression: derived,
    }
  },
}
