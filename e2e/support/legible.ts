import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { call } from './emit.ts'

/** The XML from the page of a document, in one line. */
export async function xmlOf(page: Page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar XML' }).click()])
  return (await readFile(await file.path(), 'utf8')).replace(/>\s+</g, '><')
}

/** Opens the shown document as its receiver, by the link in the mail. */
export async function openAsReceiver(page: Page) {
  const id = /#\/comprobante\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''
  const { data } = await call<{ enlace: string }>(page, `v1/comprobante/enlace/${id}`, {})
  await page.goto(new URL(data.enlace).pathname)
}
