// Lint rule: what is only added to is read by nobody. oxlint's own rule of unused variables takes `sum += x` for a use of `sum`.

// The others assign, or ask first what is there.
const OPERATORS = new Set(['+=', '-=', '*=', '/=', '%=', '**=', '<<=', '>>=', '>>>=', '&=', '|=', '^='])

const isSum = ({ type, operator, left, parent }) =>
  type === 'AssignmentExpression' && OPERATORS.has(operator) && left.type === 'Identifier' && parent.type === 'ExpressionStatement'

const variableOf = (name, scope) => scope && (scope.set.get(name) ?? variableOf(name, scope.upper))

const isExported = ({ parent }) => parent?.parent?.type === 'ExportNamedDeclaration'

export const noUnreadSum = {
  meta: { type: 'problem', schema: [], docs: { description: 'a sum is read' } },
  create(context) {
    const known = new Set()
    return {
      AssignmentExpression(node) {
        if (!isSum(node)) return
        const variable = variableOf(node.left.name, context.sourceCode.getScope(node))
        if (!variable || known.has(variable) || variable.defs.length === 0) return
        known.add(variable)
        const isRead = variable.references.some((reference) => reference.isRead() && !isSum(reference.identifier.parent))
        if (!isRead && !variable.defs.some(({ node: definition }) => isExported(definition)))
          context.report({ node: variable.identifiers[0], message: `'${node.left.name}' is added to, and read nowhere.` })
      },
    }
  },
}
