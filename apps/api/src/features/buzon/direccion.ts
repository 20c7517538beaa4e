import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

import { BuzonError } from './buzon-error.ts'

// A server's name is user input: its address is checked before any data is sent, and the connection uses that address.

const listOf = (...networks: readonly [address: string, bits: number][]): BlockList => {
  const list = new BlockList()
  for (const [address, bits] of networks) list.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

const LOOPBACK = listOf(['127.0.0.0', 8], ['::1', 128])
/** Addresses of no public server (RFC 6890), and IPv6 addresses that contain an IPv4 one. */
const INTERNAS = listOf(
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
)
/** IPv6 range of public servers; IPV6_RESERVADA excludes its tunnels and examples. */
const IPV6_PUBLICA = listOf(['2000::', 3])
const IPV6_RESERVADA = listOf(['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20])

export const isLoopback = (address: string): boolean => LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is on the internet, and not of this machine or its network. */
export const isPublica = (address: string): boolean =>
  isIP(address) === 6
    ? IPV6_PUBLICA.check(address, 'ipv6') && !IPV6_RESERVADA.check(address, 'ipv6')
    : isIP(address) === 4 && !INTERNAS.check(address, 'ipv4')

type Lookup = (servidor: string) => Promise<readonly { address: string }[]>
const resolve: Lookup = (servidor) => lookup(servidor, { all: true, verbatim: false })

/** The address to connect to. @throws BuzonError for a name without an address, or with an internal one */
export async function direccionDe(servidor: string, isPermitida: boolean, named: Lookup = resolve): Promise<string> {
  const found = await named(servidor).catch((error: unknown) => {
    const isUnknown = (error as { code?: string }).code === 'ENOTFOUND'
    throw new BuzonError(
      'servidor',
      isUnknown ? `No existe el servidor ${servidor}: revise su nombre.` : `No se pudo averiguar la dirección de ${servidor}.`,
    )
  })
  const one = found.find(({ address }) => isPermitida || isPublica(address))
  if (!one) throw new BuzonError('servidor', `${servidor} está en una red interna: esta instalación no se conecta a ella.`)
  return one.address
}
