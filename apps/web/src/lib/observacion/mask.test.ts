import { expect, it } from 'vitest'

import { maskPath, maskText } from './mask.ts'

it.each([
  ['/', '/'],
  ['/persona', '/persona'],
  ['/productos/actualizacion-masiva', '/productos/actualizacion-masiva'],
  ['/persona/registro', '/persona/registro'],
  ['/persona/22222222-2222-4222-8222-222222222222', '/persona/_'],
  ['/restablecer/abcdefgh', '/restablecer/_'],
  ['/invite/a/b', '/invite/_'],
  ['/impersonate/Zm9vYmFy', '/impersonate/_'],
  ['/documento/compra/0102030405', '/documento/compra/_'],
  ['/Ñandú', '/_'],
])('O-17 %s is seen as %s', (path, seen) => expect(maskPath(path)).toBe(seen))

it.each([
  ['No se pudo leer 22222222-2222-4222-8222-222222222222', 'No se pudo leer _'],
  ['GET /#/restablecer/abcdef falló', 'GET /#/restablecer/_ falló'],
  ['ana@ejemplo.ec con RUC 1790012345001', '_ con RUC _'],
  ['Bearer Abc1Def2Ghi3Jkl4Mno5Pqr6', 'Bearer _'],
  ['Cannot read properties of undefined (reading 0)', 'Cannot read properties of undefined (reading 0)'],
])('O-17 «%s» leaves as «%s»', (text, left) => expect(maskText(text)).toBe(left))
