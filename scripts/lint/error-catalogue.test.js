import { expect, it } from 'vitest'

import { complaints } from './complaints.js'
import { errorCatalogue } from './error-catalogue.js'
import { root } from './layers.js'

const SERVICE = 'apps/api/src/features/nota/nota.service.ts'
const said = (name, code) => complaints(errorCatalogue, root, name, code)

it.each([
  ['made in a service', SERVICE, "throw new AppError('X', 422, 'No se puede.')"],
  ['made by way of a module', SERVICE, "throw new e.AppError('X', 422, 'No se puede.')"],
  ['under another name', SERVICE, "import { AppError as Otro } from '../../errors.ts'\nthrow new Otro('X', 422, 'No.')"],
  ['that was renamed', SERVICE, 'const Otro = e.AppError'],
  ['derived', SERVICE, 'export class Otro extends AppError {}'],
  ['made in a plugin', 'apps/api/src/plugins/sesion/session.ts', "throw new AppError('X', 401, 'No.')"],
])('refuses an error of users %s', (_what, name, code) => {
  expect(said(name, code)).toEqual(['An error that a user may see is an entry of apps/api/src/errors.ts.'])
})

it.each([
  ['the catalogue', 'apps/api/src/errors.ts', "export const a = () => new AppError('X', 422, 'No.')"],
  ['a test', 'apps/api/src/features/nota/nota.test.ts', "export const a = new AppError('X', 422, 'No.')"],
  ['an entry of the catalogue', SERVICE, 'throw errors.notFound()'],
  ['asking what an error is', SERVICE, 'export const is = (error) => error instanceof AppError'],
])('allows %s', (_what, name, code) => {
  expect(said(name, code)).toEqual([])
})
