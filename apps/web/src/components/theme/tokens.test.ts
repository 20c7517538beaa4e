import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { contrastOf } from './contrast.ts'
import { DARK, MENU_WIDTH, LAYERS, LIGHT, MOTION, TOAST_LIFE_MS, type Token } from './tokens.ts'

const TEXT = 4.5
const BORDER = 3
const GROUNDS = ['page', 'surface', 'raised', 'subtle'] as const

describe.each([
  ['light', LIGHT as Record<Token, string>],
  ['dark', DARK],
])('in %s', (_, tokens) => {
  const ratio = (over: Token, under: Token) => contrastOf(tokens[over], tokens[under])

  it.each(['text', 'text-2', 'text-3', 'primary', 'danger'] as const)('%s can be read on every ground', (token) => {
    for (const ground of GROUNDS) expect(ratio(token, ground), ground).toBeGreaterThanOrEqual(TEXT)
  })

  it.each([
    ['on-primary', 'primary'],
    ['on-primary', 'primary-hover'],
    ['on-filled', 'danger'],
    ['on-filled', 'success'],
    ['on-filled', 'warning'],
    ['panel-text', 'panel-fill'],
    ['text', 'selected'],
    ['text-2', 'selected'],
    ['primary', 'selected'],
  ] as const)('%s can be read over %s', (over, under) => expect(ratio(over, under)).toBeGreaterThanOrEqual(TEXT))

  it.each(['neutral', 'info', 'progress', 'success', 'warning', 'danger', 'void'] as const)('the %s chip can be read', (chip) =>
    expect(ratio(`chip-${chip}`, `chip-${chip}-fill`)).toBeGreaterThanOrEqual(TEXT),
  )

  it.each(['control-border', 'primary'] as const)('%s stands out as border or focus ring', (token) => {
    for (const ground of GROUNDS) expect(ratio(token, ground), ground).toBeGreaterThanOrEqual(BORDER)
  })

  it('the first paint of index.html has the colours of the page', () => {
    const html = readFileSync(path.resolve(import.meta.dirname, '../../../index.html'), 'utf8')
    expect(html).toContain(`{ background: ${tokens.page.toLowerCase()}; color: ${tokens.text.toLowerCase()}; }`)
  })
})

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#FFFFFF', '#000000')).toBe(21)
  expect(contrastOf('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2)
})

it('keeps the fixed measures', () => {
  expect(LAYERS).toMatchObject({ overlay: 1000, modal: 1100, tooltip: 1100, toast: 1200 })
  expect(MOTION).toEqual({ centredDialog: 150, dialog: 300, toast: 300, passwordPanel: { in: 120, out: 100 } })
  expect([TOAST_LIFE_MS, MENU_WIDTH]).toEqual([3000, 1025])
})
