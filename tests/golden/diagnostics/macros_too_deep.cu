#define F(x) x
int a = /*repeat 300: F( */1/*repeat 300: ) */;   // expect-error WB1024
