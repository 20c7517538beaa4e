import { emitFactura, freshCliente } from './support/emit.ts'
import { CONTADORA, signIn } from './support/sign-in.ts'
import { expect, expectAccessibleAtWidths, PHONE, test } from './support/test.ts'

test('R-2.3.2 R-2.3.3 no barrier: what was sold today is on home, on the dashboard and among the products, and opens its documents', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, CONTADORA)
  const cliente = freshCliente('CIFRAS')
  await emitFactura(page, cliente)
  await page.reload()
  await expect(page.getByRole('link', { name: /^Ventas de hoy \$[1-9]/ })).toBeVisible()
  await expectAccessibleAtWidths(page, 'inicio con cifras')

  await page.goto('/#/dashboard')
  await expect(page.getByRole('link', { name: /^Total/ })).toContainText(/[1-9]/)
  await page.getByLabel('Período', { exact: true }).selectOption('Diario')
  const row = page.getByRole('region', { name: 'Por cliente' }).getByRole('link', { name: cliente.razon_social })
  await expect(row).toBeVisible()
  await page.getByText('Ver como tabla').click()
  await expect(page.getByRole('table', { name: 'Ventas en el tiempo' })).toBeVisible()
  await expectAccessibleAtWidths(page, 'dashboard')
  await row.click()
  await expect(page.getByText(/^Solo «E\d+»/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Ventas, una por una' }).getByText(cliente.razon_social)).toHaveCount(1)
  await expectAccessibleAtWidths(page, 'documentos de una barra')
  await page.getByRole('button', { name: 'Ver todo el período' }).press('Enter')
  await expect(page.getByText(/^Solo «/)).toBeHidden()

  await page.goto('/#/top_productos')
  await expect(page.getByRole('region', { name: 'Los más vendidos' }).getByRole('row')).not.toHaveCount(0)
  await expectAccessibleAtWidths(page, 'top productos')
})
