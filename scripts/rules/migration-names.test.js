import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

import { root } from '../eslint/layers.js'
import { landedSince } from './history.js'
import { LANDED_TWICE, nameProblems, orderProblems } from './migration-names.js'

const FOLDER = 'apps/api/src/db/migrations'
/** The last commit before numbers had a rule. */
const SINCE = 'eef02977698bb744d7e1b36dbbf289e285e59957'

describe('names', () => {
  it.each([
    ['a number twice', ['0412_a.sql', '0412_b.sql'], /0412_b\.sql: the number is taken by 0412_a\.sql/],
    ['a third with the number of two that landed', [...LANDED_TWICE, '0130_otra.sql'], /taken/],
    ['three digits', ['412_a.sql'], /four digits/],
    ['five digits', ['00412_a.sql'], /four digits/],
    ['no words', ['0412_.sql'], /four digits/],
    ['capitals', ['0412_Persona.sql'], /four digits/],
    ['an accent', ['0412_retención.sql'], /without accents/],
    ['another ending', ['0412_a.sql.bak'], /four digits/],
  ])('refuses %s', (_what, names, problem) => {
    expect(nameProblems(names)).toEqual([expect.stringMatching(problem)])
  })

  it('holds for the migrations of this version', () => {
    const names = readdirSync(path.join(root, FOLDER))
    expect(names.length).toBeGreaterThan(70)
    expect(nameProblems(names)).toEqual([])
  })
})

describe('order of landing', () => {
  it('refuses a number lower than one that landed before', () => {
    expect(orderProblems({ before: ['0411_a.sql'], after: ['0500_b.sql', '0412_c.sql'] })).toEqual([
      '0412_c.sql: 0500 has landed before it. Take a higher number.',
    ])
    expect(orderProblems({ before: ['0411_a.sql'], after: ['0100_b.sql'] })).toHaveLength(1)
  })

  it('allows gaps, and numbers that rise', () => {
    expect(orderProblems({ before: ['0411_a.sql'], after: ['0412_b.sql', '0500_c.sql'] })).toEqual([])
  })

  it('holds for what landed since the rule, where the clone remembers it', () => {
    const landed = landedSince(root, SINCE, FOLDER)
    if (landed === undefined) return
    const names = (paths) => paths.map((file) => path.basename(file))
    expect(orderProblems({ before: names(landed.before), after: names(landed.after) })).toEqual([])
  })
})
