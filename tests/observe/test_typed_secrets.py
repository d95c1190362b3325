"""What people type in a conversation: what is surely a secret is masked, what only looks like one stays."""

from __future__ import annotations

import json

import pytest

from sidecar.observe.redaction import MASK, mask_shapes
from tests.growth import assert_linear

_A = "abcdefghij0123456789"
_HEX = "0123456789abcdef" * 2
_WALLET = "witch collapse practice feed shame open despair creek road again ice least"


@pytest.mark.req("SEC-04")
@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("my password is hunter2", "hunter2"),
        ("mi contraseña es hunter2", "hunter2"),
        ("anotá que la clave del wifi es casa2024", "casa2024"),
        ("la contraseña del wifi de casa es Perr0Azul.", "Perr0Azul"),
        ("The password for my Netflix account is Tr0ub4dor&3", "Tr0ub4dor&3"),
        ("my password's correctHorse9", "correctHorse9"),
        ("login ana, contraseña: mate1234", "mate1234"),
        ("contraseña hunter2", "hunter2"),
        ('mi contraseña es "perrito"', "perrito"),
        ("the wifi password is 'sun&moon'", "sun&moon"),
        ("clave: Xy9!kk21", "Xy9!kk21"),
        ("la clave es 123456", "123456"),
        ("mi pin es 4821", "4821"),
        ("PIN: 4821", "4821"),
        ("el cvv es 123", "123"),
        ("la clave del wifi es mariposa", "mariposa"),
        ("la contraseña del wifi de casa es perrito, anotala", "perrito"),
        ("the wifi password is butterfly", "butterfly"),
        ("my netflix password is sunflower", "sunflower"),
        ("la clave token del banco es 483921", "483921"),
        ("clave token 483921", "483921"),
        ("el token del banco es 483921", "483921"),
        ("el código de la puerta es 4821", "4821"),
        ("código de la alarma: 1975", "1975"),
        ("el código del edificio es 1234#", "1234"),
        ("the alarm code is 1975", "1975"),
        ("front door code 4821", "4821"),
        ("la combinación de la caja fuerte es 33281", "33281"),
        ("mi CBU es 0170099220000067797370", "0170099220000067797370"),
        ("pasame a 2850590940090418135201", "2850590940090418135201"),
        ("mi tarjeta es 4111 1111 1111 1111, vence 12/27", "4111 1111 1111 1111"),
        ("5555-5555-5555-4444", "5555-5555-5555-4444"),
        ("amex 378282246310005", "378282246310005"),
        ("mi token es abc123def456", "abc123def456"),
        ("the api key is 8f7d6s5a4f3d2s1a", "8f7d6s5a4f3d2s1a"),
        (f"usá esta: sk-proj-{_A}", f"sk-proj-{_A}"),
        (f"mirá ghp_{_A}, es del repo", f"ghp_{_A}"),
        (f"rk_live_{_A}", f"rk_live_{_A}"),
        ("APP_USR-1234567890123456-010122-abcdefabcdefabcdef", "1234567890123456"),
        (f"dapi{_HEX}", _HEX),
        (f"twilio SK{_HEX}", _HEX),
        (f"sl.{_A}{_A}{_A}", _A),
        (f"secret_{_A}{_A}", _A),
        (f"ntn_{_A}{_A}", _A),
        (f"MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.{_A}abcdefg", _A),
        ("AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY for S3", "wJalrXUtnFEMI/K7MDENG"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
        ("AccountName=foo;AccountKey=Eby8vdM02xNOcqFl==;EndpointSuffix=x", "Eby8vdM02xNOcqFl"),
        ("client_secret: 8f3kd93kd0s9", "8f3kd93kd0s9"),
        ("api key 9a8b7c6d5e4f3a2b", "9a8b7c6d5e4f3a2b"),
        ("the wifi key is 77Kx9pQ2", "77Kx9pQ2"),
        ("pagá con la 5031-7557-3453-0604 vence 12/27 código 123", "123"),
        ("my card 4111 1111 1111 1111, code: 737", "737"),
        ("el código de seguridad de la tarjeta es 735", "735"),
        ("the security code is 735", "735"),
        ("el pin de la tarjeta es 9034", "9034"),
        ("the pin for my phone is 9034", "9034"),
        ("tu código de verificación es 482910", "482910"),
        ("the OTP is 482910", "482910"),
        ("mandame la clave y la contraseña hunter2", "hunter2"),
        ("passcode 902134", "902134"),
        ("clave wifi pastelito22", "pastelito22"),
        ("my netflix password Dragon_99", "Dragon_99"),
        ("password: swordfish", "swordfish"),
        ("contraseña del wifi: mariposa.", "mariposa"),
        ("my login is bob / Tr0ub4dor&3", "Tr0ub4dor"),
        ("credenciales: admin:Qwerty12!", "Qwerty12"),
        (f"my seed phrase: {_WALLET}", "witch collapse"),
        (f"la semilla de mi billetera es {_WALLET}", "open despair"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk", "b3BlbnNzaC1rZXk"),
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----", "lQOYBF"),
    ],
)
def test_a_secret_is_masked(text: str, secret: str) -> None:
    masked = mask_shapes(text)
    assert secret not in masked and MASK in masked


@pytest.mark.req("SEC-04")
@pytest.mark.parametrize(
    "text",
    [
        "550e8400-e29b-41d4-a716-446655440000", "d41d8cd98f00b204e9800998ecf8427e",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "commit 1a2b3c4d5e6f",
        "+54 9 11 2345-6789", "5491123456789", "0800-222-1234", "1112345678", "pedido 2000003508419013",
        "order number 4111111111111112", "1234567812345678", "IMEI 356938035643809", "tracking 1Z999AA10123456784",
        "mi número de cliente es 1234567890123456789012", "la clave del wifi es difícil",
        "la clave del wifi es la misma", "the wifi password is wrong",
        "el código de la puerta cambió", "door code on the fridge", "código de barras 7791234567890", "area code 351",
        "promo code SAVE20", "el código de error es 500", "la combinación de colores es azul",
        "IBAN ES91 2100 0418 4502 0005 1332", "alias mate.casa.sol",
        "DNI 30.123.456", "CUIT 20-12345678-9", "isbn 978-3-16-148410-0", "son las 16:30 del 2026-03-15",
        "la clave del éxito es escuchar", "la clave es dormir bien", "la clave es que llegue a las 10",
        "mi clave fiscal nivel 3", "clave de sol", "mi contraseña es muy larga", "my password is too short",
        "olvidé mi contraseña ayer a las 10:30", "cambiá la contraseña mañana a las 18:30",
        "recordame cambiar la contraseña el 15/03/2026", "la contraseña expira en 30 días",
        "el pin del mapa está mal", "the key is under the mat", "the token is 4096", "max_tokens: 4096",
        "necesito un token de acceso", "token: <your token>", "api_key=${API_KEY}",
        'password = os.environ["DB_PASSWORD"]', "https://example.org/reset-password?step=2", "password reset link2",
        "la contraseña es débil", "my password is wrong", "la clave es tener paciencia", "el pin no anda",
        "the secret is butter", "token de la feria", "el token de la feria sale 2000", "mi pin favorito es 1984",
        "el pin del proyecto es 2024", "the security code of practice is 2024", "código de seguridad industrial 2024",
        "the verification code never came", "el código de seguridad llega en 5 minutos", "la contraseña: la de siempre",
        "la contraseña del wifi es horrible", "my gmail password is terrible", "Contraseña: pendiente",
        "Password: required", "la clave: dormir bien", "la clave de la cuenta es ahorrar", "the code is 735",
        "password for dinner at 20:30", "mi login es complicado / confuso", "la seed del juego es 12345",
        "la semilla es chiquita y la planta crece muy rápido en primavera si le das agua todos los días",
        "order 4111111111111112, code 735", "9fceb02d0ae598e95dc970b74767f19372d61af8", "order #112-1234567-1234567",
        "tel 36 1234 5678 9012",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert mask_shapes(text) == text


@pytest.mark.req("SEC-04")
def test_a_quote_inside_json_stays_escaped() -> None:
    told = json.dumps({"text": 'she wrote "my password is hunter2"'})
    assert json.loads(mask_shapes(told)) == {"text": f'she wrote "my password is {MASK}"'}


@pytest.mark.parametrize(
    "piece",
    [
        "password ", "pass a b c d e ", "1", "1 ", "clave es ", "token:", "4111 ", "4111 1111 1111 1111 ",
        "login: a ", "seed is abcd ", "pin a ",
    ],
)  # fmt: skip
def test_long_nonsense_is_read_in_no_time(piece: str) -> None:
    assert_linear(lambda times: mask_shapes(piece * times), 2_000)
