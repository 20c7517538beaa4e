import { describe, expect, it } from 'vitest'

import { decryptRc2Cbc } from './rc2.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

/** With a zero vector one block of CBC is the bare cipher; a second block of padding completes it. */
describe('RC2', () => {
  it.each([
    ['0000000000000000', 63, 'ebb773f993278eff', '0000000000000000'],
    ['ffffffffffffffff', 64, '278b27e42e2f0d49', 'ffffffffffffffff'],
    ['3000000000000000', 64, '30649edf9be7d2c2', '1000000000000001'],
    ['88', 64, '61a8a244adacccf0', '0000000000000000'],
    ['88bca90e90875a', 64, '6ccf4308974c267f', '0000000000000000'],
    ['88bca90e90875a7f0f79c384627bafb2', 64, '1a807d272bbe5db1', '0000000000000000'],
    ['88bca90e90875a7f0f79c384627bafb2', 128, '2269552ab0f85ca6', '0000000000000000'],
    ['88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e', 129, '5b78d3a43dfff1f1', '0000000000000000'],
  ])('decrypts the vector of RFC 2268 for key %s of %i bits', (key, bits, cipher, plain) => {
    // The vector as padding source: choose the vector so that the block ends in 01 and the rest is the plain text.
    const padding = hex('0000000000000001')
    const iv = Buffer.from(hex(plain).map((octet, i) => octet ^ (padding[i] ?? 0)))
    expect(decryptRc2Cbc(hex(key), bits, iv, hex(cipher))?.toString('hex')).toBe('00'.repeat(7))
  })

  it('refuses data that is no whole number of blocks, or whose padding is wrong', () => {
    expect(decryptRc2Cbc(hex('88'), 64, Buffer.alloc(8), Buffer.alloc(7))).toBeUndefined()
    expect(decryptRc2Cbc(hex('88'), 64, Buffer.alloc(8), hex('61a8a244adacccf0'))).toBeUndefined()
  })
})
