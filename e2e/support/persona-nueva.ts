import { createCipheriv, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

import { CONTADORA, signIn } from './sign-in.ts'

export interface PersonaNueva {
  mail: string
  password: string
}

interface CodecKey {
  id: string
  key: string
}

/** As the page encodes a password (O-03). */
function encoded(password: string, { id, key }: CodecKey): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce)
  return `v1.${id}.${Buffer.concat([nonce, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')}`
}

const call = <T>(page: Page, path: string, body: object) =>
  page.evaluate(
    async ([address, content]) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string }
      const answer = await fetch(`/app/${address}`, {
        method: 'POST', body: JSON.stringify(content), headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      })
      return ((await answer.json()) as { data: unknown }).data
    },
    [path, body] as const,
  ) as Promise<T>

/** Somebody of their own for a journey that changes passwords: invited as a seller, and accepted. Leaves the page signed out. */
export async function createPersonaNueva(page: Page): Promise<PersonaNueva> {
  await signIn(page, CONTADORA)
  const mail = `cuenta${Date.now()}@ejemplo.ec`
  const password = 'Inicial2026'
  const { enlace } = await call<{ enlace: string }>(page, 'invitacion/send', { mail, rol: 3 })
  const codec = await page.evaluate(() => (JSON.parse(document.getElementById('ajustes')?.textContent ?? '{}') as { codec: CodecKey }).codec)
  await call(page, 'v1/invitacion/aceptar', { token: enlace.split('/').at(-1), name: 'Ana', surname: 'Cuenta', pass: encoded(password, codec) })
  await leave(page)
  return { mail, password }
}

/** Signed out in this browser alone: a session shared with other tests goes on. From no page: an open one could write its session back. */
export async function leave(page: Page) {
  await page.goto('about:blank')
  await page.context().setStorageState({ cookies: [], origins: [] })
  await page.goto('/#/login')
}
