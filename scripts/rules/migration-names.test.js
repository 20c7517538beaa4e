import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

import { root } from '../lint/layers.js'
import { landedSince } from './history.js'
import { BASE, nameProblems, orderProblems } from './migration-names.js'

const FOLDER = 'apps/api/src/db/migrations'
/** The last commit before numbers had a rule. */
const SINCE = 'eef02977698bb744d7e1b36dbbf289e285e59957'

describe('names', () => {
  it.each([
    ['a number twice', ['0912_a.sql', '0912_b.sql'], /0912_b\.sql: the number is taken by 0912_a\.sql/],
    ['a number of the base', ['0041_a.sql', '0041_b.sql'], /taken/],
    ['a number after the base that what it replaced had', ['0042_a.sql'], /Take a higher number/],
    ['the last of those', ['0882_a.sql'], /Take a higher number/],
    ['three digits', ['912_a.sql'], /four digits/],
    ['five digits', ['00912_a.sql'], /four digits/],
    ['no words', ['0912_.sql'], /four digits/],
    ['capitals', ['0912_Persona.sql'], /four digits/],
    ['an accent', ['0912_retención.sql'], /without accents/],
    ['another ending', ['0912_a.sql.bak'], /four digits/],
  ])('refuses %s', (_what, names, problem) => {
    expect(nameProblems(names)).toEqual([expect.stringMatching(problem)])
  })

  it('holds for the migrations of this version', () => {
    const names = readdirSync(path.join(root, FOLDER))
    expect(names.filter((name) => name.slice(0, 4) <= BASE)).toHaveLength(Number(BASE))
    expect(nameProblems(names)).toEqual([])
  })
})

describe('order of landing', () => {
  it('refuses a number lower than one that landed before', () => {
    expect(orderProblems({ before: ['0911_a.sql'], after: ['0950_b.sql', '0912_c.sql'] })).toEqual([
      '0912_c.sql: 0950 has landed before it. Take a higher number.',
    ])
    expect(orderProblems({ before: ['0911_a.sql'], after: ['0900_b.sql'] })).toHaveLength(1)
  })

  it('allows gaps, and numbers that rise', () => {
    expect(orderProblems({ before: ['0911_a.sql'], after: ['0912_b.sql', '0950_c.sql'] })).toEqual([])
  })

  it('sets the base apart, which came last of all', () => {
    expect(orderProblems({ before: ['0911_a.sql'], after: ['0001_b.sql', '0912_c.sql'] })).toEqual([])
  })

  it('holds for what landed since the rule, where the clone remembers it', () => {
    const landed = landedSince(root, SINCE, FOLDER)
    if (landed === undefined) return
    const names = (paths) => paths.map((file) => path.basename(file))
    expect(orderProblems({ before: names(landed.before), after: names(landed.after) })).toEqual([])
  })
})
