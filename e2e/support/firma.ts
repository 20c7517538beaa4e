import type { Page } from '@playwright/test'

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Page >> endobj\ntrailer << >>\n%%EOF\n')

export const pdf = { name: 'ruc.pdf', mimeType: 'application/pdf', buffer: PDF }

/** A picture with bright patches, as sharp as print; or in one colour, as from a moved phone. */
export const fotoOf = async (page: Page, isSharp: boolean) => {
  const address = await page.evaluate((sharp) => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const paper = canvas.getContext('2d')!
    paper.fillStyle = '#c08040'
    paper.fillRect(0, 0, 900, 600)
    for (let n = 0; sharp && n < 900; n++) {
      paper.fillStyle = `hsl(${n % 360} 70% ${30 + (n % 5) * 10}%)`
      paper.fillRect((n * 37) % 900, (n * 53) % 600, 12, 12)
    }
    return canvas.toDataURL('image/png')
  }, isSharp)
  return { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') }
}

/** Uploads a document of a request. */
export async function upload(page: Page, label: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const card = page.getByRole('region', { name: label, exact: true })
  await card.locator('input[type=file]').setInputFiles(file)
  await card.getByRole('button', { name: 'Subir' }).click()
  return card
}

/** The data of a woman of whom little is known. */
export async function fillDatos(page: Page, nombre: string, { nacimiento = '31/05/1950', ...more }: Record<string, string> = {}) {
  for (const [label, value] of [
    ['Número de documento', '1712345675'],
    ['Nombres', nombre],
    ['Primer apellido', 'PAZ'],
    ['Código dactilar', 'V4443V4442'],
    ...Object.entries({ RUC: '1712345675001', ...more }),
    ['Correo', 'ana@ejemplo.ec'],
    ['Celular', '0991234567'],
    ['Provincia', 'Pichincha'],
    ['Ciudad', 'Quito'],
    ['Dirección', 'Av. Amazonas'],
  ] as [string, string][])
    await page.getByRole('textbox', { name: label, exact: false }).first().fill(value)
  await page.getByLabel('Sexo').selectOption({ label: 'Mujer' })
  await page.getByLabel('Fecha de nacimiento').first().fill(nacimiento)
  await page.keyboard.press('Tab')
}
