import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { call } from './emit.ts'

/** The XML that the page of a document gives, on one line. */
export async function xmlOf(page: Page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar XML' }).click()])
  return (await readFile(await file.path(), 'utf8')).replace(/>\s+</g, '><')
}

/** Opens the document on the screen as its receiver sees it, by the link of its mail. */
export async function openAsReceiver(page: Page) {
  const id = /#\/comprobante\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''
  const { data } = await call<{ enlace: string }>(page, `v1/comprobante/enlace/${id}`, {})
  await page.goto(new URL(data.enlace).pathname)
}
