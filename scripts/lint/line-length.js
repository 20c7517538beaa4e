// Lint rule: lines of at most 140 characters. Excepted is what has no place to break: an address, a text or a pattern.
const MOST = 140
const ADDRESS = /[^:/?#]:\/\/[^?#]/

export const lineLength = {
  meta: { type: 'layout', schema: [], docs: { description: 'lines of at most 140 characters' } },
  create(context) {
    const { lines } = context.sourceCode
    const long = new Set(lines.flatMap((line, at) => ([...line].length > MOST && !ADDRESS.test(line) ? [at + 1] : [])))
    if (long.size === 0) return {}
    const except = ({ loc }) => {
      for (let line = loc.start.line; line <= loc.end.line; line++) long.delete(line)
    }
    return {
      Literal: (node) => (typeof node.value === 'string' || node.regex) && except(node),
      TemplateLiteral: except,
      TSTemplateLiteralType: except,
      'Program:exit'() {
        for (const line of long)
          context.report({
            loc: { start: { line, column: 0 }, end: { line, column: lines[line - 1].length } },
            message: `This line has more than ${MOST} characters.`,
          })
      },
    }
  },
}
