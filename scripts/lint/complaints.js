// For the tests of the rules. The rule tester of oxlint asks for Node 22, so a text is read here by its parser, which comes with rolldown
// too. `plugin.test.js` holds that oxlint itself hears each rule.
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** What one rule says of a text in a file below `base`. */
export function complaints(rule, base, name, code) {
  const messages = []
  const filename = path.join(base, name)
  const sourceCode = { text: code, lines: code.split('\n') }
  const visitor = rule.create({ filename, sourceCode, report: ({ message }) => messages.push(message) })
  const lineOf = (offset) => ({ line: code.slice(0, offset).split('\n').length })
  const visit = (node) => {
    node.loc = { start: lineOf(node.start), end: lineOf(node.end) }
    visitor[node.type]?.(node)
    for (const inner of Object.values(node).flat()) if (typeof inner?.type === 'string') visit(inner)
    visitor[`${node.type}:exit`]?.(node)
  }
  visit(parseAst(code, { lang: name.endsWith('x') ? 'tsx' : 'ts' }))
  return messages
}
