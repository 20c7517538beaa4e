// What leaves this machine in production leaves under TLS: PostgreSQL, mail, the SRI, who is asked for an identification.

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether what is said to that host never leaves this machine; a Unix socket has no host, or a folder for one. */
export const isLoopbackHost = (host: string): boolean => host === '' || host.startsWith('/') || LOOPBACK.test(host)

/** Why an address of PostgreSQL would show what it carries on the way; undefined when it does not. */
export function checkPostgresTls(name: string, address: string): string | undefined {
  const { hostname, searchParams } = new URL(address)
  // The driver takes the last of two; here the first is looked at.
  const twice = [...searchParams.keys()].find((key, at, keys) => keys.indexOf(key) !== at)
  if (twice !== undefined) return `${name} lleva «${twice}» más de una vez: deje uno solo.`
  const hosts = [searchParams.get('host') ?? decodeURIComponent(hostname)].flatMap((host) => host.split(','))
  if (hosts.every(isLoopbackHost)) return undefined
  // `require` of libpq takes any certificate; pg looks at it unless it is told to do as libpq does.
  const isLikeLibpq = searchParams.get('uselibpqcompat') === 'true'
  const mode = searchParams.get('sslmode') ?? ''
  if (mode === 'verify-full' || (!isLikeLibpq && ['require', 'verify-ca'].includes(mode))) return undefined
  return `${name} sale de este equipo sin TLS: añada ?sslmode=verify-full a la dirección (y &sslrootcert=ARCHIVO si la entidad que firma el certificado es propia).`
}

const WEAKENED = /^(ignoretls|requiretls|opportunistictls|tls\..*|secure)$/i

/** Why mail would leave readable: STARTTLS is asked of every server beyond this machine, unless the address says otherwise. */
export function checkSmtpTls(address: string): string | undefined {
  const { hostname, searchParams } = new URL(address)
  const weakened = [...searchParams.keys()].find((key) => WEAKENED.test(key))
  if (isLoopbackHost(hostname) || weakened === undefined) return undefined
  return `SMTP_URL no puede llevar «${weakened}»: fuera de este equipo el correo sale siempre con TLS (smtps://, o smtp:// con STARTTLS).`
}

/** Why a service would be talked to readably. */
export function checkWebTls(name: string, address: string): string | undefined {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? undefined
    : `${name} debe empezar con https:// en producción (http:// solo en este mismo equipo).`
}
