// In production all outgoing connections use TLS: PostgreSQL, mail, the SRI, the lookup of identifications.

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a connection to that host stays on this machine; a Unix socket has no host, or a folder for one. */
export const isLoopbackHost = (host: string): boolean => host === '' || host.startsWith('/') || LOOPBACK.test(host)

/** The reason why a connection to that PostgreSQL would be readable on the way; undefined when it would not. */
export function checkPostgresTls(name: string, address: string): string | undefined {
  const { hostname, searchParams } = new URL(address)
  // The driver uses the last of two; here the first is checked.
  const twice = [...searchParams.keys()].find((key, at, keys) => keys.indexOf(key) !== at)
  if (twice !== undefined) return `${name} lleva «${twice}» más de una vez: deje uno solo.`
  const hosts = [searchParams.get('host') ?? decodeURIComponent(hostname)].flatMap((host) => host.split(','))
  if (hosts.every(isLoopbackHost)) return undefined
  // `require` of libpq accepts any certificate; pg checks it unless told to behave like libpq.
  const isLikeLibpq = searchParams.get('uselibpqcompat') === 'true'
  const mode = searchParams.get('sslmode') ?? ''
  if (mode === 'verify-full' || (!isLikeLibpq && ['require', 'verify-ca'].includes(mode))) return undefined
  return `${name} sale de este equipo sin TLS: añada ?sslmode=verify-full a la dirección (y &sslrootcert=ARCHIVO si la entidad que firma el certificado es propia).`
}

const WEAKENED = /^(ignoretls|requiretls|opportunistictls|tls\..*|secure)$/i

/**
 * The reason why mail would be readable on the way: every server beyond this machine must offer STARTTLS, unless the address disables it.
 */
export function checkSmtpTls(address: string): string | undefined {
  const { hostname, searchParams } = new URL(address)
  const weakened = [...searchParams.keys()].find((key) => WEAKENED.test(key))
  if (isLoopbackHost(hostname) || weakened === undefined) return undefined
  return `SMTP_URL no puede llevar «${weakened}»: fuera de este equipo el correo sale siempre con TLS (smtps://, o smtp:// con STARTTLS).`
}

/** The reason why a connection to a service would be readable. */
export function checkWebTls(name: string, address: string): string | undefined {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? undefined
    : `${name} debe empezar con https:// en producción (http:// solo en este mismo equipo).`
}
