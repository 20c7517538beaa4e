// A mailed link that was opened without a session (O-15). It is followed after sign-in and kept only in memory: the login's address carries
// only /comprobante, and a code is never stored.

const PATH = '/empresa_perfil'
let kept: string | undefined

/** Keeps the address if it is a mailed link. */
export function keepMailedLink(pathname: string, search: string): void {
  if (pathname === PATH && new URLSearchParams(search).has('clave')) kept = pathname + search
}

export const mailedLink = (): string | undefined => kept

export function forgetMailedLink(): void {
  kept = undefined
}
