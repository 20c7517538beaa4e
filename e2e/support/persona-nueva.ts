import { createCipheriv, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

import { CONTADORA, signIn, SOPORTE } from './sign-in.ts'

export interface PersonaNueva {
  mail: string
  password: string
}

interface CodecKey {
  id: string
  key: string
}

/** Encodes a password as the page does (O-03). */
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
        method: 'POST',
        body: JSON.stringify(content),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      })
      return ((await answer.json()) as { data: unknown }).data
    },
    [path, body] as const,
  ) as Promise<T>

const PASSWORD = 'Inicial2026'

/** Accepts the invitation of this link as a new person. */
export async function acceptInvitacion(page: Page, enlace: string): Promise<string> {
  const codec = await page.evaluate(
    () => (JSON.parse(document.getElementById('ajustes')?.textContent ?? '{}') as { codec: CodecKey }).codec,
  )
  await call(page, 'v1/invitacion/aceptar', {
    token: enlace.split('/').at(-1),
    name: 'Ana',
    surname: 'Cuenta',
    pass: encoded(PASSWORD, codec),
  })
  return PASSWORD
}

/** A new user for a journey that changes passwords: invited as a seller, and accepted. The page is signed out afterwards. */
export async function createPersonaNueva(page: Page): Promise<PersonaNueva> {
  await signIn(page, CONTADORA)
  const mail = `cuenta${Date.now()}@ejemplo.ec`
  const { enlace } = await call<{ enlace: string }>(page, 'invitacion/send', { mail, rol: 3 })
  const password = await acceptInvitacion(page, enlace)
  await leave(page)
  return { mail, password }
}

export interface EmpresaNueva extends PersonaNueva {
  ruc: string
  razon_social: string
}

/** A RUC of a person that no other test uses, with its check digit. */
export function rucNuevo(): string {
  const nine = `175${String(Date.now()).slice(-6)}`
  const sum = [...nine]
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return `${nine}${(10 - (sum % 10)) % 10}001`
}

/**
 * A company with an administrator of its own, for a journey that changes its taxes or in which support works. The page is signed out
 * afterwards.
 */
export async function createEmpresaNueva(page: Page): Promise<EmpresaNueva> {
  await signIn(page, SOPORTE)
  const mail = `admin${Date.now()}@ejemplo.ec`
  const ruc = rucNuevo()
  const razon_social = `COMERCIO ${ruc}`
  const { enlace } = await call<{ enlace: string }>(page, 'v1/administracion/empresa/create', {
    ruc,
    razon_social,
    dir_matriz: 'Quito',
    admin_correo: mail,
  })
  const password = await acceptInvitacion(page, enlace)
  await leave(page)
  return { mail, password, ruc, razon_social }
}

/**
 * Signs out only in this browser, so that a session shared with other tests continues. No page stays open, since it could write its session
 * back.
 */
export async function leave(page: Page) {
  await page.goto('about:blank')
  await page.context().setStorageState({ cookies: [], origins: [] })
  await page.goto('/#/login')
}
