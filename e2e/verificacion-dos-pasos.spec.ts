import { createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'

import { createPersonaNueva, leave } from './support/persona-nueva.ts'
import { identifierOf, passwordOf } from './support/sign-in.ts'
import { expect, expectAccessible, test, WIDTHS } from './support/test.ts'

const STEP_MS = 30_000

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Code of an authenticator application, this many steps from now (RFC 6238). */
function codigoOf(secreto: string, away: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + away))
  const mac = createHmac('sha1', bytesOf(secreto)).update(counter).digest()
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Checks the page in both widths. */
async function expectAccessibleEverywhere(page: Page, state: string) {
  for (const viewport of WIDTHS) {
    // So tall that the sticky bar covers nothing of the page behind.
    await page.setViewportSize({ ...viewport, height: 3_000 })
    await expectAccessible(page, `${state}, ${viewport.width}`)
  }
  await page.setViewportSize(WIDTHS[0])
}

const home = (page: Page) => page.getByRole('heading', { name: 'Inicio' })
const cardOf = (page: Page) => page.getByRole('region', { name: 'Verificación en dos pasos' })
const codesOf = (dialog: Locator) => dialog.getByRole('list', { name: /Códigos de recuperación/ }).getByRole('listitem')

test('O-103 the second factor is set up, asked for, given by telephone and by recovery code, and switched off', async ({ page }) => {
  test.slow()
  const { mail, password } = await createPersonaNueva(page)
  const identify = async () => {
    // Keyboard only.
    await identifierOf(page).focus()
    await page.keyboard.type(mail)
    await page.keyboard.press('Tab')
    await expect(passwordOf(page)).toBeFocused()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
  }
  await identify()
  await expect(home(page)).toBeVisible()

  await page.goto('/#/perfil')
  await expect(cardOf(page).getByText('Desactivada')).toBeVisible()
  await cardOf(page).getByRole('button', { name: 'Activar' }).click()
  const activating = page.getByRole('dialog', { name: 'Activar la verificación en dos pasos' })
  await expect(activating.getByLabel('Su contraseña')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(activating.getByRole('img', { name: /Código QR/ })).toBeVisible()
  await expectAccessibleEverywhere(page, 'código QR')
  const secreto = new URL((await activating.getByRole('link').getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
  await activating.getByLabel('Código de verificación').fill(codigoOf(secreto, 0))
  await page.keyboard.press('Enter')
  const keeping = page.getByRole('dialog', { name: 'Códigos de recuperación' })
  await expect(codesOf(keeping)).toHaveCount(10)
  await expectAccessibleEverywhere(page, 'códigos de recuperación')
  const [first = '', second = ''] = await codesOf(keeping).allInnerTexts()
  const [file] = await Promise.all([page.waitForEvent('download'), keeping.getByRole('button', { name: 'Descargar' }).click()])
  expect(file.suggestedFilename()).toBe('codigos-de-recuperacion.txt')
  await page.emulateMedia({ media: 'print' })
  await expect(keeping.getByText(first)).toBeVisible()
  await expect(cardOf(page)).toBeHidden()
  await page.emulateMedia({ media: null })
  await keeping.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(cardOf(page).getByText('Activada')).toBeVisible()
  await leave(page)

  const code = page.getByLabel('Código de verificación')
  await identify()
  await expect(code).toBeFocused()
  await expectAccessibleEverywhere(page, 'código al ingresar')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/El código no es correcto o ya se usó/)).toBeVisible()
  await expectAccessible(page, 'código incorrecto')
  await code.fill(codigoOf(secreto, 1))
  await page.keyboard.press('Enter')
  await expect(home(page)).toBeVisible()
  await leave(page)

  await identify()
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await expectAccessible(page, 'código de recuperación')
  await page.getByLabel('Código de recuperación').fill(first)
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(home(page)).toBeVisible()

  await page.goto('/#/perfil')
  await expect(page.getByText(/con verificación en dos pasos/).first()).toBeVisible()
  await cardOf(page).getByRole('button', { name: 'Desactivar' }).click()
  const ending = page.getByRole('dialog', { name: 'Desactivar la verificación en dos pasos' })
  await ending.getByLabel('Su contraseña').fill(password)
  await ending.getByLabel('Código de verificación').fill(second)
  await expectAccessible(page, 'desactivar')
  await ending.getByRole('button', { name: 'Desactivar verificación' }).click()
  await expect(cardOf(page).getByText('Desactivada')).toBeVisible()
})
