import type { Page } from '@playwright/test'

import { call } from './emit.ts'
import { fetched } from './fetched.ts'

/** The document on the screen as the SRI has it: its XML on one line. */
export const xmlOf = async (page: Page) => {
  const id = /#\/comprobante\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''
  return (await fetched(page, `v1/documento/xml/${id}`)).replace(/>\s+</g, '><')
}

/** Opens the document on the screen as its receiver sees it, by the link of its mail. */
export async function openAsReceiver(page: Page) {
  const id = /#\/comprobante\/([0-9a-f-]{36})$/.exec(page.url())?.[1] ?? ''
  const { data } = await call<{ enlace: string }>(page, `v1/comprobante/enlace/${id}`, {})
  await page.goto(new URL(data.enlace).pathname)
}
