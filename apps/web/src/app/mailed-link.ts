// A link from a mail that was opened without a session (O-15). It is taken up after signing in, and kept in memory alone: the
// login's own address says nothing but /comprobante, and a code belongs in no storage.

const PATH = '/empresa_perfil'
let kept: string | undefined

/** Keeps the address, where it is that of such a link. */
export function keepMailedLink(pathname: string, search: string): void {
  if (pathname === PATH && new URLSearchParams(search).has('clave')) kept = pathname + search
}

export const mailedLink = (): string | undefined => kept

export function forgetMailedLink(): void {
  kept = undefined
}
