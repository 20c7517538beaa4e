import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { root } from '../lint/layers.js'
import { MAX_SUBJECT, subjectProblems } from './commit-subjects.js'
import { landedSince, subjectsSince } from './history.js'

/** The last commit whose subject was longer. */
const SINCE = '8bebb97f5bae6900a28ac8afbd1d78c2edcb640d'

it('refuses a subject of more than 65 characters, accents counted once', () => {
  expect(subjectProblems(['é'.repeat(MAX_SUBJECT), 'fix: a'])).toEqual([])
  expect(subjectProblems(['x'.repeat(MAX_SUBJECT + 1)])).toEqual([expect.stringMatching(/^66 characters/)])
})

it('holds for the commits since the rule, where the clone remembers them', () => {
  expect(subjectProblems(subjectsSince(root, SINCE) ?? [])).toEqual([])
})

describe('what a clone remembers', () => {
  let folder
  const git = (place, ...args) =>
    execFileSync('git', ['-C', place, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  const commit = (subject, name) => {
    writeFileSync(path.join(folder, 'de', 'sql', name), subject)
    git(folder, 'add', '.')
    git(folder, 'commit', '-qm', subject)
    return git(folder, 'rev-parse', 'HEAD')
  }
  let first
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-historia-'))
    mkdirSync(path.join(folder, 'de/sql'), { recursive: true })
    git(folder, 'init', '-q')
    first = commit('first', '0001_a.sql')
    commit('second', '0003_c.sql')
    commit('third', '0002_b.sql')
    writeFileSync(path.join(folder, 'de/sql/0004_d.sql'), 'not committed')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is what came after the commit, in the order it came', () => {
    expect(subjectsSince(folder, first)).toEqual(['second', 'third'])
    const [a, b, c, d] = ['0001_a.sql', '0002_b.sql', '0003_c.sql', '0004_d.sql'].map((name) => `de/sql/${name}`)
    expect(landedSince(folder, first, 'de/sql')).toEqual({ before: [a], after: [c, b, d] })
  })

  it('is nothing in a clone of one commit, or in no clone at all', () => {
    const shallow = path.join(folder, 'shallow')
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${folder}`, shallow], { stdio: 'pipe' })
    expect(subjectsSince(shallow, first)).toBeUndefined()
    expect(landedSince(shallow, first, 'de/sql')).toBeUndefined()
    expect(subjectsSince(path.join(folder, 'de/none'), first)).toBeUndefined()
  })
})
